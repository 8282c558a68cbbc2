import { PostButton } from '#app/kit/submit-button.tsx'
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
          <PostButton fields={{ intent: 'reset-factors' }} form={{ className: 'record-buttons' }} look="line">
            Reset the second factor
          </PostButton>
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
                <PostButton fields={{ session: id, intent: 'end-session' }} look="line" size="sm">
                  End
                  <VisuallyHidden>
                    {' '}
                    the session on {name}, {seen}
                  </VisuallyHidden>
                </PostButton>
              </li>
            ))}
          </ul>
          <PostButton fields={{ intent: 'end-sessions' }} form={{ className: 'record-buttons' }} look="line">
            End all sessions
          </PostButton>
        </>
      )}
    </section>
  )
}
