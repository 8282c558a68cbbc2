import { isRouteErrorResponse, useLocation } from 'react-router'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'
import { Failed } from '#app/programme/coordinator/failed.tsx'
import {
  type CoordinatorTexts,
  type CoordinatorWords,
  ReaderContext,
  readerOf,
} from '#app/programme/words/words.ts'
import { LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'

const TEXTS = import.meta.glob<CoordinatorTexts>('../words/texts/*.ts', {
  eager: true,
  import: 'words',
})

function textsIn(language: Language): CoordinatorTexts {
  const texts = TEXTS[`../words/texts/${language}.ts`]
  if (!texts) throw new Error(`app/programme/words/texts/${language}.ts is missing`)
  return texts
}

/** In place of a coordinator's page whose frame is not there, in the language that the browser remembers. */
export default function CoordinatorErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const known = useRootData()?.language ?? null
  const language = known ?? 'en'
  const reader = readerOf(textsIn(language), language)
  const isSignedOut = isRouteErrorResponse(error) && error.status === 401
  const others = LANGUAGES.filter((one) => one !== language)
  return (
    <ReaderContext value={reader}>
      <div className="coord">
        <header className="coord-top">
          <b>{reader.words.groups.title}</b>
          <nav aria-label={reader.words.language}>
            {others.map((one) => (
              <Link key={one} to={`${pathname}?language=${one}`} lang={one} className="link">
                {languageName(one)}
              </Link>
            ))}
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          <Failed error={error} />
          {known === null && isSignedOut && (
            <div className="p-4 grid gap-4 text-lg">
              {others.map((one) => (
                <p key={one} lang={one}>
                  {wordsIn(one).frame.signIn}
                </p>
              ))}
            </div>
          )}
        </main>
      </div>
    </ReaderContext>
  )
}

function wordsIn(language: Language): CoordinatorWords {
  return readerOf(textsIn(language), language).words
}
