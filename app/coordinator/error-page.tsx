import { isRouteErrorResponse, useLocation } from 'react-router'
import {
  type CoordinatorTexts,
  type CoordinatorWords,
  ReaderContext,
  readerOf,
} from '#app/admin/coordinator-words/words.ts'
import { Failed } from '#app/coordinator/failed.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'
import { LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'

const TEXTS = import.meta.glob<CoordinatorTexts>('../admin/coordinator-words/texts/*.ts', {
  eager: true,
  import: 'words',
})

function textsIn(language: Language): CoordinatorTexts {
  const texts = TEXTS[`../admin/coordinator-words/texts/${language}.ts`]
  if (!texts) throw new Error(`app/admin/coordinator-words/texts/${language}.ts is missing`)
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
