import { useLocation } from 'react-router'
import { Link } from '#app/kit/link.tsx'
import { LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'

type LanguageButtonsProps = { language: Language; label: string; returnTo: string }

/** The fields of a form that changes the language. Each button is labelled in its own language. */
export function LanguageButtons({ language, label, returnTo }: LanguageButtonsProps) {
  return (
    <>
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {LANGUAGES.map((code) => (
          <button
            type="submit"
            key={code}
            name="language"
            value={code}
            lang={code}
            aria-pressed={code === language}
          >
            {languageName(code)}
          </button>
        ))}
      </fieldset>
    </>
  )
}

type OtherLanguagesProps = { language: Language; label: string; className?: string; linkClassName: string }

/** Links to this page in the other languages, each labelled in its language. */
export function OtherLanguages({ language, label, className, linkClassName }: OtherLanguagesProps) {
  const { pathname, search } = useLocation()
  const pathIn = (code: Language) => {
    const params = new URLSearchParams(search)
    params.set('language', code)
    return `${pathname}?${params}`
  }
  return (
    <nav aria-label={label} className={className}>
      {LANGUAGES.filter((code) => code !== language).map((code) => (
        <Link key={code} to={pathIn(code)} lang={code} className={linkClassName}>
          {languageName(code)}
        </Link>
      ))}
    </nav>
  )
}
