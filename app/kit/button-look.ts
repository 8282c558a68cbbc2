import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** solid: the one main action of a view; line: second choice; accent: repeated rows; paper: on a block of colour. */
  look?: 'solid' | 'line' | 'accent' | 'paper'
  /** md is the primary height of the side, sm the smallest allowed target. */
  size?: 'md' | 'sm'
  /** As wide as its container. */
  wide?: boolean
  className?: string | undefined
}

/** The class of a button or of a link that looks like one. */
export function buttonClass({ look = 'solid', size = 'md', wide, className }: ButtonLook): string {
  return classNames(
    'btn',
    look !== 'solid' && `btn-${look}`,
    size === 'sm' && 'btn-sm',
    wide && 'w-full',
    className,
  )
}
