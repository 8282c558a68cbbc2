import type { CSSProperties } from 'react'
import { SPIN_MS } from '#app/recipes/wheel-spin.ts'

const RADIUS = 200
const COLOURS = ['haldi-400', 'straw-100', 'mirch-300', 'gulab-200', 'haldi-200', 'bajra-300']

export type WheelSegment = { name: string; image: string }

type WheelFaceProps = { segments: readonly WheelSegment[]; rotation: number; isSpinning: boolean }

/** The wheel itself: a picture only, the words are beside it. */
export function WheelFace({ segments, rotation, isSpinning }: WheelFaceProps) {
  const style: CSSProperties = {
    rotate: `${rotation}deg`,
    transitionDuration: isSpinning ? `${SPIN_MS}ms` : '0s',
  }
  return (
    <div className="wheel">
      <svg aria-hidden="true" viewBox="-212 -212 424 424" className="wheel-disc" style={style}>
        <circle r={RADIUS + 10} fill="var(--color-ragi-800)" />
        {segments.map((segment, index) => (
          <Segment
            key={segment.name}
            segment={segment}
            angle={360 / segments.length}
            turn={(360 / segments.length) * index}
            fill={`var(--color-${COLOURS[index % COLOURS.length]})`}
          />
        ))}
        <circle r={34} fill="var(--color-ragi-800)" />
        <circle r={11} fill="var(--color-haldi-400)" />
      </svg>
      <svg aria-hidden="true" viewBox="0 0 48 58" className="wheel-pointer">
        <path
          d="M3 3H45L24 55Z"
          fill="var(--color-mirch-600)"
          stroke="var(--color-straw-50)"
          strokeWidth={4}
        />
      </svg>
    </div>
  )
}

type SegmentProps = { segment: WheelSegment; angle: number; turn: number; fill: string }

function Segment({ segment, angle, turn, fill }: SegmentProps) {
  const half = (angle / 2) * (Math.PI / 180)
  const [x, y] = [Math.sin(half) * RADIUS, -Math.cos(half) * RADIUS].map((value) => value.toFixed(2))
  return (
    <g transform={`rotate(${turn})`}>
      <path
        d={`M0 0L-${x} ${y}A${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}Z`}
        fill={fill}
        stroke="var(--color-ragi-800)"
        strokeWidth={3}
      />
      <image href={segment.image} x={-56} y={-178} width={112} height={64} />
      <SegmentName words={segment.name.split(' ')} />
    </g>
  )
}

/** One word a line: a segment narrows towards the middle. */
function SegmentName({ words }: { words: string[] }) {
  return words.map((word, line) => (
    <text key={word} y={-97 + line * 19} textAnchor="middle" className="wheel-name">
      {word}
    </text>
  ))
}
