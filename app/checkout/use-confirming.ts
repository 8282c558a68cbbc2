import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 4_000

/** Looks again every few seconds while the bank has not said how the payment ended; the page leads on by itself. */
export function useConfirming(isConfirming: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isConfirming) return
    const timer = setInterval(() => void revalidate(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isConfirming, revalidate])
}
