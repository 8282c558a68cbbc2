import { Button } from '#app/kit/button.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'

/** Opens the browser's print dialog; without JavaScript the browser's own menu does. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button type="button" onClick={() => window.print()}>
      Print
    </Button>
  )
}
