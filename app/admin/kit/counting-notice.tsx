import { Banner } from '#app/kit/banner.tsx'

/** Stands above figures of sales that are not counted yet. */
export function CountingNotice() {
  return (
    <Banner className="mb-4" title="The orders are being counted.">
      The figures of sales are complete in a moment; this page then shows them by itself.
    </Banner>
  )
}
