import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#app/kit/text.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import type { Tone } from './status.tsx'

export type BannerProps = {
  tone?: Exclude<Tone, 'neutral'>
  title?: ReactNode
  icon?: IconName
  /** False for a static notice. Screen readers then do not announce it. */
  live?: boolean
  className?: string
  children?: ReactNode
}

const ICONS = { info: 'info', positive: 'circle-check', warning: 'clock', danger: 'circle-alert' } as const

export function Banner({ tone = 'info', title, icon, live = true, className, children }: BannerProps) {
  const role = tone === 'danger' ? 'alert' : 'status'
  return (
    <div className={classNames('banner', `tone-${tone}`, className)} role={live ? role : undefined}>
      <Icon name={icon ?? ICONS[tone]} />
      <div>
        {title && <b>{title}</b>}
        {title && children && ' '}
        {children}
      </div>
    </div>
  )
}

const LIFETIME_MS = 3000

/** A success message, hidden after three seconds but kept for `aria-describedby`. A new `key` shows it again. */
export function FlashNotice({ id, children }: { id: string; children: string }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div id={id} hidden={!isShown}>
      <Banner tone="positive">{children}</Banner>
    </div>
  )
}
