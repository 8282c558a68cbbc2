import { type IconName, icons } from './icons.ts'

export type IconProps = {
  name: IconName
  /** The edge length in rem units of 16 px: s 18, m 22, l 28 px. */
  size?: 's' | 'm' | 'l'
  strokeWidth?: number
  className?: string
}

const EDGE = { s: 18, m: 22, l: 28 } as const

/** A line icon in the colour of the text. Always decorative: visible or hidden text beside it has the meaning. */
export function Icon({ name, size = 'm', strokeWidth = 1.75, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={EDGE[size]}
      height={EDGE[size]}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className ? `shrink-0 ${className}` : 'shrink-0'}
    >
      <path d={icons[name as keyof typeof icons] ?? name} />
    </svg>
  )
}
