/** What a job's visit left behind: when, where, with which proof. */
import { z } from 'zod';

export const Visit = z.object({
  serverStartTime: z.string().nullable(),
  serverEndTime: z.string().nullable(),
  signInAddress: z.string().nullable(),
  signInImg: z.string().nullable(),
  signOutAddress: z.string().nullable(),
  signOutImg: z.string().nullable(),
  /** Metres from the place of service, and why it was further than allowed; null where a position is unknown. */
  signInDistance: z.number().nullable(),
  signInReason: z.string().nullable(),
  signOutDistance: z.number().nullable(),
  signOutReason: z.string().nullable(),
  /** When the server heard of it: later than it happened when the phone had no network. */
  signInReceivedAt: z.string().nullable(),
  signOutReceivedAt: z.string().nullable(),
  /** What the carer wrote down, and who signed for it. */
  result: z.string().nullable(),
  signature: z.string().nullable(),
  signer: z.string().nullable(),
  /** Why nobody signed where somebody should have. */
  unsignedReason: z.string().nullable(),
  /** Minutes, rounded up. */
  serverTimeNum: z.number().nullable(),
  serverUserName: z.string().nullable(),
});
