/** Lists that go on where the page before ended: `{ records, next }`, with `next` sent back as `before`. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Input, Output, Route } from '#contract/http.ts';
import { call, keyOf } from './call.ts';
import type { CallError } from './refusals.ts';

type PagesOf<Row> = Route<z.ZodType<unknown, { before?: string | undefined }>, z.ZodType<{ records: Row[]; next: string | null }>>;

/** All pages that were read so far. Read again they follow one another anew, so that nothing between two of them is lost. */
export function useCallPages<R extends PagesOf<unknown>>(route: R, input: Omit<Input<R>, 'before'>) {
  return useInfiniteQuery<Output<R>, CallError, { pages: Output<R>[] }, readonly unknown[], string | null>({
    queryKey: [...keyOf(route, input as Input<R>), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(route, { ...input, ...(pageParam === null ? {} : { before: pageParam }) } as Input<R>, { signal, quiet: true }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
}
