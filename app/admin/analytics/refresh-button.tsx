import { type SubmitEvent, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import type { Period } from '#shop/analytics/period.ts'
import { ANALYTICS } from './report-section.tsx'

/** The loading state is shown at least this long, so that one sees that something happened. */
const LOADING_MS = 500

/** Asks for the figures again. */
export function RefreshButton({ period }: { period: Period }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsBusy(true)
    await Promise.all([revalidate(), new Promise((resolve) => setTimeout(resolve, LOADING_MS))])
    setIsBusy(false)
  }
  return (
    <Form method="get" action={ANALYTICS} onSubmit={refresh}>
      <input type="hidden" name="period" value={period} />
      <Button look="line" icon="refresh-cw" busy={isBusy}>
        Refresh
      </Button>
    </Form>
  )
}
