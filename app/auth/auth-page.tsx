import { type ReactNode, useEffect, useRef } from 'react'
import type { PageWords } from '#app/auth/words.ts'
import { PageTitle } from '#app/frame/page-head.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import type { Language } from '#shop/programme/worker.ts'

export function AuthPage({
  words,
  title = words?.page.title,
  lead = words?.page.lead,
  language = words?.language,
  children,
}: {
  /** Null for pages that set their own `title`. These are in English unless they pass `language`. */
  words: PageWords | null
  language?: Language | undefined
  title?: string | undefined
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      lang={language}
      className="wrap grid items-start gap-x-16 pt-8 pb-section md:grid-cols-[7fr_5fr]"
    >
      <PageTitle>{title}</PageTitle>
      <div className="grid max-w-form gap-6">
        <div>
          <h1 className={`display text-3xl${language === 'hi' ? ' leading-snug' : ''}`}>{title}</h1>
          {lead && <p className="mt-3 max-w-read text-ink-soft">{lead}</p>}
        </div>
        {children}
      </div>
      <PackTile
        src="/illustrations/complete-box.svg"
        alt=""
        colour="--color-haldi-300"
        ratio="1/1"
        pack="66%"
        className="hidden md:grid"
      />
    </section>
  )
}

/** Replaces the form after a success. Takes the focus, because the pressed button is gone. */
export function Confirmation({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    element.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={element} tabIndex={-1} role="status" className="grid gap-4">
      {children}
    </div>
  )
}

export function CodeField({ label, problem }: { label: string; problem: string | undefined }) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      required
      errors={problem ? [problem] : null}
    />
  )
}

/** Renders a text with an element in place of its mark, such as '{email}'. */
export function Interpolate({ text, mark, children }: { text: string; mark: string; children: ReactNode }) {
  const [start, end] = text.split(mark)
  return (
    <>
      {start}
      {children}
      {end}
    </>
  )
}
