import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { FACTOR_KIND_NAMES, type Factor } from '#shop/factors/factor.ts'
import { formatDay } from '#shop/kernel/time.ts'

/** Another person's session, as owners see it: the device and the time of last use. */
export type ShownSession = { id: string; name: string; seen: string }

export type PersonSignInProps = {
  sessions: readonly ShownSession[]
  factors: readonly Pick<Factor, 'id' | 'kind' | 'name' | 'createdAt'>[]
}

/** Another person's second factor and sessions, for owners. */
export function PersonSignIn({ sessions, factors }: PersonSignInProps) {
  return (
    <section>
      <h3>Sign-in</h3>
      {factors.length === 0 ? (
        <p>No second factor is set up.</p>
      ) : (
        <>
          <ul className="data-sub">
            {factors.map(({ id, kind, name, createdAt }) => (
              <li key={id}>
                {FACTOR_KIND_NAMES[kind]}: {name}, added {formatDay(createdAt)}
              </li>
            ))}
          </ul>
          <Form method="post" className="record-buttons">
            <Button look="line" name="intent" value="reset-factors">
              Reset the second factor
            </Button>
          </Form>
        </>
      )}
      {sessions.length === 0 ? (
        <p>Signed in nowhere.</p>
      ) : (
        <>
          <ul>
            {sessions.map(({ id, name, seen }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                <span>
                  {name} <span className="data-sub">{seen}</span>
                </span>
                <Form method="post">
                  <input type="hidden" name="session" value={id} />
                  <Button look="line" size="sm" name="intent" value="end-session">
                    End
                    <VisuallyHidden>
                      {' '}
                      the session on {name}, {seen}
                    </VisuallyHidden>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
          <Form method="post" className="record-buttons">
            <Button look="line" name="intent" value="end-sessions">
              End all sessions
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}
