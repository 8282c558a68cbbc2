import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** Common reasons, for emails and the desk. Other languages are in `app/programme/words/`. */
export const REJECTION_PRESETS = [
  {
    key: 'photo_unclear',
    words: {
      en: 'The photo is not clear. Please take it again in good light.',
      hi: 'फ़ोटो साफ़ नहीं है। उजाले में दोबारा फ़ोटो खींचें।',
    },
  },
  {
    key: 'work_not_visible',
    words: {
      en: 'The finished work cannot be seen in the photo.',
      hi: 'फ़ोटो में तैयार माल पूरा नहीं दिख रहा। पूरा माल दिखाकर दोबारा खींचें।',
    },
  },
  {
    key: 'quantity_short',
    words: {
      en: 'The quantity is less than was asked for.',
      hi: 'जितना माँगा था, उससे कम है। बाकी पूरा करके नई फ़ोटो भेजें।',
    },
  },
  {
    key: 'quality',
    words: {
      en: 'The quality is not good enough yet. Please correct it.',
      hi: 'माल अभी ठीक नहीं बना। ठीक करके नई फ़ोटो भेजें।',
    },
  },
  {
    key: 'label_or_seal',
    words: {
      en: 'A label is missing or a packet is not sealed.',
      hi: 'लेबल नहीं लगा या पैकेट ठीक से बंद नहीं है। ठीक करके नई फ़ोटो भेजें।',
    },
  },
  {
    key: 'old_photo',
    words: {
      en: 'This photo was sent before. Please send a new one.',
      hi: 'यह फ़ोटो पहले भी आ चुकी है। नई फ़ोटो खींचकर भेजें।',
    },
  },
] as const
export type RejectionPreset = (typeof REJECTION_PRESETS)[number]['key']

export function presetWords(key: string | null, language: WrittenLanguage): string | null {
  return REJECTION_PRESETS.find((preset) => preset.key === key)?.words[language] ?? null
}

type Rejection = { rejectionReason: string | null; rejectionPreset: string | null }

export type PresetWords = Readonly<Record<RejectionPreset, string>>

export const PRESET_WORDS: Readonly<Record<WrittenLanguage, PresetWords>> = {
  en: textsIn('en'),
  hi: textsIn('hi'),
}

function textsIn(language: WrittenLanguage): PresetWords {
  return Object.fromEntries(REJECTION_PRESETS.map(({ key, words }) => [key, words[language]])) as PresetWords
}

/** Returns the preset in the worker's language with the reviewer's own text, or null. */
export function reasonFor({ rejectionReason, rejectionPreset }: Rejection, presets: PresetWords) {
  const words = presets[rejectionPreset as RejectionPreset] ?? null
  const own = rejectionReason === presetWords(rejectionPreset, 'en') ? null : rejectionReason
  return [words, own].filter(Boolean).join(' ') || null
}
