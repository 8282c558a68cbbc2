import { LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'

type LanguageButtonsProps = { language: Language; label: string; returnTo: string }

/** The fields of a form that changes the language. Buttons keep their text for people who cannot read the other. */
export function LanguageButtons({ language, label, returnTo }: LanguageButtonsProps) {
  return (
    <>
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {LANGUAGES.map((one) => (
          <button
            type="submit"
            key={one}
            name="language"
            value={one}
            lang={one}
            aria-pressed={one === language}
          >
            {languageName(one)}
          </button>
        ))}
      </fieldset>
    </>
  )
}
