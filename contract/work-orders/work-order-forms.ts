/** What a client writes of a work order: the form of a new one and of a change, with the list of its services. */
import { z } from 'zod';
import { clearable, dateTime, decimal, id, orNull, picked, required, text } from '../fields.ts';
import { phone } from '../phones.ts';
import { MOST_TYPED } from '../phones.rules.ts';

/** A value of a dictionary. */
const choice = (message: string) => picked(message).pipe(z.number().max(9, { error: message }));

/** 0 and '' are how the wire says "none". */
const packageId = z.union([z.literal(0), z.literal('0').transform(() => 0), orNull(id).transform((value) => value ?? 0)]).optional();

/**
 * A consumable, by `materialId` or by its name; `id` and `workOrderJobId` are those of the
 * row that the job had. Without a quantity that of this row stays, and a new one has 1.
 */
const material = z
  .object({
    materialId: orNull(id),
    materialName: orNull(text(100)),
    quantity: orNull(decimal.pipe(z.number().positive({ error: '耗材数量应大于0' }).max(100_000))),
  })
  .refine(({ materialId, materialName }) => materialId !== null || materialName !== null, { error: '请选择耗材' });

/**
 * Lists replace what the job had; what is absent leaves it. What a client knows beside
 * this (names, prices, types) is the server's own and ignored.
 */
const job = z.object({
  /** Absent or '' for a new one. */
  id: orNull(id)
    .transform((value) => value ?? undefined)
    .optional(),
  serverProjectId: picked('请选择工单服务项目'),
  serverTime: dateTime,
  serverUserId: clearable(id),
  serverPackageId: packageId,
  remarks: clearable(text(100)),
  workOrderJobFiles: z
    .array(z.object({ fileName: required(100, '请输入文件名'), fileUrl: required(300, '请上传文件') }))
    .max(20, { error: '每项服务最多上传20个文件' })
    .optional(),
  workOrderJobMaterials: z.array(material).max(50).optional(),
  projectUserVoList: z
    .array(z.object({ questionId: picked('请选择问卷'), userId: clearable(id) }))
    .max(20)
    .optional(),
});

/** The orderer's number is the specification's: a mobile or none. */
export const WRONG_ORDERER = '电话输入不正确';
export const NO_PERSON_DATA = '请完善老人信息';

/** Prices are the server's own: one in the body is not read. */
export const orderForm = {
  downName: clearable(text(20)),
  downPhone: clearable(phone('mobile', WRONG_ORDERER)),
  downTime: dateTime.optional(),
  emergencyType: choice('请选择紧急程度').default(1),
  payType: choice('请选择支付方式').default(1),
  oldmanId: picked('请选择服务对象'),
  oldmanPhone: required(MOST_TYPED, NO_PERSON_DATA).pipe(phone('contact')),
  oldmanAddress: required(200, NO_PERSON_DATA),
  lng: clearable(decimal),
  lat: clearable(decimal),
  remarks: clearable(text(100)),
  jobLists: z.array(job).min(1, { error: '请添加服务清单' }).max(50),
};
