import type { ProgrammeReason } from '#shop/refusals.ts'

/** A refusal of the programme with one of these reasons. */
export type ProgrammeRefusal<
  Reason extends ProgrammeReason | 'signed_out' | 'not_allowed' | 'factor_stale' | 'product_not_found',
> = {
  ok: false
  reason: Reason
}
