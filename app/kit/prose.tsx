import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Running text: policies, articles, long descriptions. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('prose', className)} />
}
