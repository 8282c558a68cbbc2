import type { CSSProperties } from 'react'

/** The wheel's arithmetic. Segment 0 is under the pointer at the top; the others follow clockwise. */
export const SPIN_MS = 3_000
const MIN_TURNS = 3
const MAX_TURNS = 10
/** The part around a segment's middle, as a share of its width, where the pointer may stop. */
const SPREAD = 0.7

export type Spin = {
  index: number
  /** The new angle in degrees, clockwise: 3 to 10 full turns beyond the current one. */
  rotation: number
}

/** Returns where the wheel stops. `random` (0 to below 1) chooses segment, turns and position. `from`: in degrees. */
export function spin(random: number, from: number, segments: number): Spin {
  const [index, afterIndex] = takeDigit(random, segments)
  const [turns, position] = takeDigit(afterIndex, MAX_TURNS - MIN_TURNS)
  const width = 360 / segments
  const target = -index * width + (position - 0.5) * SPREAD * width
  const delta = (((target - from) % 360) + 360) % 360
  return { index, rotation: from + (MIN_TURNS + turns) * 360 + delta }
}

/** Splits a number from 0 to below 1 into an integer below `base` and a remainder from 0 to below 1. */
function takeDigit(random: number, base: number): [number, number] {
  const scaled = random * base
  const digit = Math.floor(scaled)
  return [digit, scaled - digit]
}

/** Returns the segment under the pointer. `rotation`: in degrees. */
export function segmentUnderPointer(rotation: number, segments: number): number {
  const steps = Math.round((-rotation / 360) * segments)
  return ((steps % segments) + segments) % segments
}

const RADIUS = 200
const COLOURS = [
  '--color-haldi-400',
  '--color-straw-100',
  '--color-mirch-300',
  '--color-gulab-200',
  '--color-haldi-200',
  '--color-bajra-300',
]

export type WheelSegment = { name: string; image: string }

type WheelFaceProps = { segments: readonly WheelSegment[]; rotation: number; isSpinning: boolean }

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
            fill={`var(${COLOURS[index % COLOURS.length]})`}
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
      {/* One word per line, because a segment narrows towards the middle. */}
      {segment.name.split(' ').map((word, line) => (
        <text key={word} y={-97 + line * 19} textAnchor="middle" className="wheel-name">
          {word}
        </text>
      ))}
    </g>
  )
}
