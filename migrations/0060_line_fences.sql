-- Fences along a way: points of a line, with a width to either side.
alter table fences drop constraint fences_shape_check;
alter table fences add constraint fences_shape_check check (shape in (1, 2, 3)); -- 1 circle, 2 polygon, 3 line
alter table fences drop constraint fences_check;
alter table fences add constraint fences_radius_given check ((shape in (1, 3)) = (radius is not null)); -- of a line: metres to either side
alter table fences drop constraint fences_check1;
alter table fences add constraint fences_points_given check ((shape in (2, 3)) = (points is not null));
