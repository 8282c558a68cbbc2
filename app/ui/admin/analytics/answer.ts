/** What an action of the analytics page says; a refused form comes back as it was typed. */
export type AnalyticsAnswer =
  | { ok: true; message: string }
  | {
      ok: false
      message: string
      field: string | null
      typed: { month: string; channel: string; amount: string }
    }
