import { useState } from 'react'
import { Button } from '#app/kit/button.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'

/** The number of a parcel, to be copied into the carrier's page. */
export function CopyNumber({ number, carrier }: { number: string; carrier: string | null }) {
  const canCopy = useHydrated()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  }
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>
        {carrier ? `${carrier}, tracking number` : 'Tracking number'} <b className="numeric">{number}</b>
      </span>
      {canCopy && (
        <Button type="button" look="line" size="sm" icon="copy" onClick={() => void copy()}>
          Copy number
        </Button>
      )}
      <span role="status">{isCopied ? 'Tracking number copied' : ''}</span>
    </p>
  )
}
