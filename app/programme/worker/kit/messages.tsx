import type { ComponentProps } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { CALENDAR_PICTURE } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'

/** An error or a success: a sign of its own shape, the words, and their sound. */
export function Notice({ kind, text }: { kind: 'problem' | 'done'; text: string }) {
  const isProblem = kind === 'problem'
  return (
    <div className={isProblem ? 'worker-problem' : 'worker-done'}>
      <Icon name={isProblem ? 'circle-alert' : 'circle-check'} size="l" />
      <p role={isProblem ? 'alert' : 'status'}>{text}</p>
      <SayButton text={text} />
    </div>
  )
}

/** An empty list of tasks or payments. */
export function Nothing({ title, more = '' }: { title: string; more?: string }) {
  return (
    <div className="task-head nothing">
      <EmptyList picture={CALENDAR_PICTURE} title={title}>
        {more}
      </EmptyList>
      <SayButton text={[title, more]} />
    </div>
  )
}

type Sign = { icon: IconName; look?: 'alt' }

/** A large button with a sign. */
export function Go({ icon, look, children, ...button }: ComponentProps<'button'> & Sign) {
  return (
    <button type="submit" className={look ? 'go alt' : 'go'} {...button}>
      <Icon name={icon} />
      {children}
    </button>
  )
}

/** A link in the look of such a button. */
export function GoLink({ icon, look, children, ...link }: ComponentProps<typeof Link> & Sign) {
  return (
    <Link className={look ? 'go alt' : 'go'} {...link}>
      <Icon name={icon} />
      {children}
    </Link>
  )
}
