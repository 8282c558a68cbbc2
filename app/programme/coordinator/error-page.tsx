import { isRouteErrorResponse, useLocation } from 'react-router'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'
import { TextsContext } from '#app/kit/work/reader.ts'
import { Failed } from '#app/programme/coordinator/failed.tsx'
import { ERROR_TEXTS } from '#app/programme/words/error-texts.ts'
import { LANGUAGES, languageName } from '#shop/programme/worker.ts'

/** In place of a coordinator's page whose frame is not there, in the language that the browser remembers. */
export default function CoordinatorErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const remembered = useRootData()?.language ?? null
  const language = remembered ?? 'en'
  const texts = ERROR_TEXTS[language]
  const isSignedOut = isRouteErrorResponse(error) && error.status === 401
  const others = LANGUAGES.filter((other) => other !== language)
  return (
    <TextsContext value={{ language, texts }}>
      <div className="coord">
        <header className="coord-top">
          <b>{texts.groups.title}</b>
          <nav aria-label={texts.language}>
            {others.map((other) => (
              <Link key={other} to={`${pathname}?language=${other}`} lang={other} className="link">
                {languageName(other)}
              </Link>
            ))}
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          <Failed error={error} />
          {remembered === null && isSignedOut && (
            <div className="p-4 grid gap-4 text-lg">
              {others.map((other) => (
                <p key={other} lang={other}>
                  {ERROR_TEXTS[other].frame.signIn}
                </p>
              ))}
            </div>
          )}
        </main>
      </div>
    </TextsContext>
  )
}
