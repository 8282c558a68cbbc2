import { isRouteErrorResponse } from 'react-router'
import { useRootData } from '#app/frame/use-root-data.ts'
import { OtherLanguages } from '#app/kit/work/language-buttons.tsx'
import ErrorView from '#app/programme/coordinator/failed.tsx'
import { ERROR_TEXTS } from '#app/programme/words/error-texts.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'

/** Replaces a coordinator's page if its frame failed, too. Uses the language of the browser's cookie. */
export default function CoordinatorErrorPage({ error }: { error: unknown }) {
  const remembered = useRootData()?.language ?? null
  const language = remembered ?? 'en'
  const texts = ERROR_TEXTS[language]
  const isSignedOut = isRouteErrorResponse(error) && error.status === 401
  const others = LANGUAGES.filter((other) => other !== language)
  return (
    <div className="coord">
      <header className="coord-top">
        <b>{texts.groups.title}</b>
        <OtherLanguages language={language} label={texts.language} linkClassName="link" />
      </header>
      <main id="main" tabIndex={-1}>
        <ErrorView error={error} language={language} />
        {remembered === null && isSignedOut && (
          <div className="p-4 grid gap-4 text-lg">
            {others.map((other) => (
              <p key={other} lang={other}>
                {ERROR_TEXTS[other].failed.signIn}
              </p>
            ))}
          </div>
        )}
      </main>
    </div>
  )
}
