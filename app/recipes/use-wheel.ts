import { useEffect, useRef, useState } from 'react'
import { wantsStillness } from '#app/recipes/reduced-motion.ts'
import { SPIN_MS, spin } from '#app/recipes/wheel-spin.ts'

type Wheel = { rotation: number; isSpinning: boolean; stoppedAt: number | null }

/** A uniform number in [0, 1) from the browser's own source of chance. */
function chance(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}

/**
 * Turns the wheel. `onStart` and `onStop` get the chosen segment; for whoever asked for reduced motion both come at
 * once.
 */
export function useWheel(
  segments: number,
  { onStart, onStop }: { onStart: (index: number) => void; onStop: (index: number) => void },
) {
  const [wheel, setWheel] = useState<Wheel>({ rotation: 0, isSpinning: false, stoppedAt: null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = (index: number) => {
    setWheel((now) => ({ ...now, isSpinning: false, stoppedAt: index }))
    onStop(index)
  }
  const start = () => {
    const { index, rotation } = spin(chance(), wheel.rotation, segments)
    const isStill = wantsStillness()
    setWheel({ rotation, isSpinning: !isStill, stoppedAt: null })
    onStart(index)
    if (isStill) stop(index)
    else timer.current = setTimeout(() => stop(index), SPIN_MS)
  }
  return { ...wheel, start }
}
