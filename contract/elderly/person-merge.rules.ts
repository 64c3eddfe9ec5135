/** Two records of one person: why they may be one person's, and what of their own stands against making them one. Pure. */

/** Why a pair is proposed. */
export const duplicateReasons: Readonly<Record<number, string>> = { 1: '姓名和电话相同', 2: '姓名和出生日期相同', 3: '电话和出生日期相同' };

/** What is taken of the record that is dropped, where it is chosen; everything else of the record that is kept stays. */
export const mergeFields = [
  'userName',
  'gender',
  'birthDate',
  'identityNumber',
  'mobile',
  'address',
  'serviceType',
  'careLevel',
  'anergy',
  'departmentId',
  'carerId',
  'avatar',
  'remarks',
  'flags',
] as const;
export type MergeField = (typeof mergeFields)[number];

interface Side {
  /** Dictionary `oldman_status`. */
  status: number;
  bedId: number | null;
}
/** Has left, or died. */
const hasGone = ({ status }: Side) => status === 4 || status === 5;

/** What stands against keeping `keep` and dropping `drop`, in words; empty when nothing does. */
export function mergeProblems(keep: Side, drop: Side): string[] {
  return [
    ...(keep.bedId !== null && drop.bedId !== null ? ['两份档案都有床位，请先让其中一份退床'] : []),
    ...(hasGone(keep) && !hasGone(drop) ? ['保留的档案已离开机构，请改为保留在院的一份'] : []),
  ];
}

/** Which record is proposed to be kept: who is here before who has gone, who has a bed, then the older one. */
export const proposedToKeep = <S extends Side & { id: number }>(one: S, other: S): S =>
  [one, other].toSorted(
    (a, b) => Number(hasGone(a)) - Number(hasGone(b)) || Number(a.bedId === null) - Number(b.bedId === null) || a.id - b.id,
  )[0] as S;
