/** A list of new workers, checked line by line before anything changes. */
import { indianMobile } from '#shop/customers/phone-number.ts'
import { columnName } from '#shop/kernel/csv.ts'
import { isStorable, turnsText } from '#shop/kernel/text.ts'
import { MAX_PER_PHONE } from '#shop/programme/pin.ts'
import type { Group } from '#shop/programme/worker.ts'

/** `phone`: ten digits. */
export type NewWorker = { fullName: string; phone: string; groupId: string | null }

export const MAX_WORKER_LINES = 200
const LONGEST_NAME = 100

/** Headings in English, Hindi and Marathi, as `columnName` has them. */
const COLUMNS = {
  name: [
    'name',
    'full_name',
    'worker',
    'worker_name',
    'member',
    'member_name',
    'नाम',
    'पूरा_नाम',
    'सदस्य',
    'सदस्य_का_नाम',
    'नाव',
    'पूर्ण_नाव',
    'सदस्याचे_नाव',
  ],
  phone: [
    'phone',
    'phone_number',
    'phone_no',
    'mobile',
    'mobile_number',
    'mobile_no',
    'मोबाइल',
    'मोबाइल_नंबर',
    'मोबाइल_नम्बर',
    'मोबाईल',
    'मोबाईल_नंबर',
    'मोबाइल_क्रमांक',
    'मोबाईल_क्रमांक',
    'फ़ोन',
    'फोन',
    'फ़ोन_नंबर',
    'फोन_नंबर',
  ],
  group: [
    'group',
    'group_name',
    'shg',
    'shg_name',
    'self_help_group',
    'समूह',
    'समूह_का_नाम',
    'ग्रुप',
    'ग्रुप_का_नाम',
    'गट',
    'गटाचे_नाव',
    'बचत_गट',
  ],
}

/**
 * Why a file is no list of workers; 'noName', 'noPhone' and 'noColumns' (both) are columns that its first line lacks, and
 * 'severalColumns' two that can both be meant.
 */
export type WorkerFileProblem =
  | 'noRows'
  | 'tooManyRows'
  | 'noName'
  | 'noPhone'
  | 'noColumns'
  | 'severalColumns'

/** Why the worker of a line can't be added; 'known': she is in the programme already. */
export type LineProblem =
  | 'noName'
  | 'longName'
  | 'oddName'
  | 'noPhone'
  | 'noGroup'
  | 'twice'
  | 'known'
  | 'phoneFull'

/** `at` is the line in the file; the others are as typed. */
export type WorkerLine = { at: number; name: string; phone: string; group: string }

/**
 * The lines of a file (its first row names the columns; `numbers` has the line of each row), or the problem with the whole
 * file.
 */
export function readWorkerLines(
  [headings = [], ...rows]: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): WorkerLine[] | WorkerFileProblem {
  if (rows.length === 0) return 'noRows'
  if (rows.length > MAX_WORKER_LINES) return 'tooManyRows'
  const names = headings.map(columnName)
  const placesOf = (kind: keyof typeof COLUMNS) =>
    names.flatMap((name, at) => (COLUMNS[kind].includes(name) ? [at] : []))
  const [ofName, ofPhone, ofGroup] = [placesOf('name'), placesOf('phone'), placesOf('group')]
  if (ofName.length === 0) return ofPhone.length > 0 ? 'noName' : 'noColumns'
  if (ofPhone.length === 0) return 'noPhone'
  if ([ofName, ofPhone, ofGroup].some((places) => places.length > 1)) return 'severalColumns'
  const text = (row: readonly string[], [at]: number[]) => (at === undefined ? '' : (row[at] ?? '').trim())
  return rows.map((row, index) => ({
    at: numbers[index + 1] ?? index + 2,
    name: text(row, ofName),
    phone: text(row, ofPhone),
    group: text(row, ofGroup),
  }))
}

/** A line with the worker that it would add; `worker` is null when it has a problem. */
export type CheckedWorkerLine = WorkerLine & { worker: NewWorker | null; problem: LineProblem | null }

/** `known`: enrolled workers who have one of the list's numbers, without the names of other groups'. `only`: the group of all that name none. */
export type Known = {
  groups: readonly Group[]
  known: readonly { phone: string; fullName: string | null }[]
  only: Group | null
}

/** Says for each line whether its worker can be added. */
export function checkWorkerLines(
  lines: readonly WorkerLine[],
  { groups, known, only }: Known,
): CheckedWorkerLine[] {
  const taken: (Known['known'][number] & { isNew: boolean })[] = known.map((one) => ({
    ...one,
    isNew: false,
  }))
  return lines.map((line) => {
    const phone = indianMobile(line.phone)
    const group = line.group === '' ? only : groups.find(({ name }) => isSameName(name, line.group))
    const sharing = taken.filter((other) => other.phone === phone)
    const problem = problemOf(line, { phone, hasGroup: group !== undefined, sharing })
    if (problem !== null || phone === null) return { ...line, worker: null, problem }
    taken.push({ phone, fullName: line.name, isNew: true })
    return { ...line, worker: { fullName: line.name, phone, groupId: group?.id ?? null }, problem: null }
  })
}

type Found = {
  phone: string | null
  hasGroup: boolean
  sharing: readonly { fullName: string | null; isNew: boolean }[]
}

function problemOf({ name }: WorkerLine, { phone, hasGroup, sharing }: Found): LineProblem | null {
  if (name === '') return 'noName'
  if (name.length > LONGEST_NAME) return 'longName'
  if (!isStorable(name) || turnsText(name) || /\p{Cc}/u.test(name)) return 'oddName'
  if (phone === null) return 'noPhone'
  if (!hasGroup) return 'noGroup'
  const same = sharing.find(({ fullName }) => fullName !== null && isSameName(fullName, name))
  if (same) return same.isNew ? 'twice' : 'known'
  return sharing.length >= MAX_PER_PHONE ? 'phoneFull' : null
}

/** True for names that differ in capitals and spaces only. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** The numbers of a list, in ten digits. */
export function phonesOf(lines: readonly WorkerLine[]): string[] {
  return [...new Set(lines.flatMap(({ phone }) => indianMobile(phone) ?? []))]
}
