import { useLocation } from 'react-router'
import type { CoordinatorTexts, CoordinatorWords } from '#app/admin/coordinator-words/words.ts'
import { readerOf } from '#app/admin/coordinator-words/words.ts'
import AdminRefusedPage from '#app/admin/refused-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { useRootData } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { SIGN_IN_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'

const TEXTS = import.meta.glob<CoordinatorTexts>('../admin/coordinator-words/texts/*.ts', {
  eager: true,
  import: 'words',
})

function wordsIn(language: Language): CoordinatorWords {
  const texts = TEXTS[`../admin/coordinator-words/texts/${language}.ts`]
  if (!texts) throw new Error(`app/admin/coordinator-words/texts/${language}.ts is missing`)
  return readerOf(texts, language).words
}

/** In place of the pages of admins and coordinators, whose frames are not there. One file, since visitors load neither. */
export default function RefusedPage({
  isCoordinators,
  status,
}: {
  isCoordinators: boolean
  status: 401 | 403
}) {
  return isCoordinators ? <CoordinatorRefusedPage status={status} /> : <AdminRefusedPage status={status} />
}

/** In the language that the browser remembers. */
function CoordinatorRefusedPage({ status }: { status: 401 | 403 }) {
  const language = useRootData()?.language ?? null
  return (
    <section className="wrap py-section" lang={language ?? 'en'}>
      <Refused status={status} words={wordsIn(language ?? 'en')} />
      {language === null && status === 401 && (
        <div className="mt-8 grid gap-4 text-lg">
          {LANGUAGES.filter((one) => one !== 'en').map((one) => (
            <p key={one} lang={one}>
              {wordsIn(one).frame.signIn}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}

type RefusedProps = { status: 401 | 403; words: CoordinatorWords }

/** 401: leads to the sign-in page and back; 403: says that the account coordinates no group. */
export function Refused({ status, words: { frame: words } }: RefusedProps) {
  const { pathname, search } = useLocation()
  const isWorker = useRootData()?.account === 'worker'
  const title = status === 401 ? words.signIn : words.denied
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl leading-snug">{title}</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">
        {status === 401 ? words.signInLine : words.deniedLine}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {status === 401 && (
          <ButtonLink to={withQuery(SIGN_IN_PATH, { returnTo: pathname + search })} reloadDocument>
            {words.toSignIn}
          </ButtonLink>
        )}
        {status === 403 && isWorker && (
          <ButtonLink to={WORKER_HOME} reloadDocument>
            {words.ownTasks}
          </ButtonLink>
        )}
        <ButtonLink to="/" reloadDocument look="line">
          {words.toShop}
        </ButtonLink>
      </div>
    </>
  )
}
