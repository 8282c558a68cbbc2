import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import type { SpendKey } from '#shop/analytics/spend.ts'
import type { Money } from '#shop/kernel/money.ts'

/** The result of an action of the analytics page; a refused form keeps the typed values. */
export type AnalyticsAnswer =
  | { ok: true; message: string }
  | {
      ok: false
      message: string
      field: string | null
      typed: { month: string; channel: string; amount: string }
      /** The record that the form is about, where it is about one; and both versions, where it was saved meanwhile. */
      about: SpendAbout | null
      conflict: Omit<ShownConflict, 'reloadTo'> | null
    }

/** A record of spend that a form changes. `seenAt`: when it had been recorded last, as the form saw it, in milliseconds. */
export type SpendAbout = SpendKey & { seenAt: number | null; amount: Money | null }
