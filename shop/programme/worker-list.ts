/** Reads and checks a file of new workers, line by line. */
import { indianMobile } from '#shop/customers/phone-number.ts'
import {
  type CellProblem,
  type CsvFile,
  cellProblem,
  findColumns,
  unreadColumns,
} from '#shop/kernel/csv-file.ts'
import { cleanText, cleanValue, foldText, hasBidi, isBlank, isStorable } from '#shop/kernel/text.ts'
import { MAX_PER_PHONE } from '#shop/programme/pin.ts'
import type { Group } from '#shop/programme/worker.ts'

/** `phone`: ten digits. */
export type NewWorker = { fullName: string; phone: string; groupId: string | null }

export const MAX_WORKER_LINES = 200
const MAX_NAME_LENGTH = 100

const namesIn = (...languages: string[]) => languages.flatMap((names) => names.split(' '))

/** Headings in English, Hindi and Marathi, as `columnName` returns them. */
const COLUMNS = {
  name: namesIn(
    'name full_name worker worker_name member member_name',
    'नाम पूरा_नाम सदस्य सदस्य_का_नाम',
    'नाव पूर्ण_नाव सदस्याचे_नाव',
  ),
  phone: namesIn(
    'phone phone_number phone_no mobile mobile_number mobile_no',
    'मोबाइल मोबाइल_नंबर मोबाइल_नम्बर फ़ोन फोन फ़ोन_नंबर फोन_नंबर',
    'मोबाईल मोबाईल_नंबर मोबाइल_क्रमांक मोबाईल_क्रमांक',
  ),
  group: namesIn(
    'group group_name shg shg_name self_help_group',
    'समूह समूह_का_नाम ग्रुप ग्रुप_का_नाम',
    'गट गटाचे_नाव बचत_गट',
  ),
}

/** 'known': already in the programme. 'twice': already in the file. */
export type LineProblem =
  | 'noName'
  | 'longName'
  | 'oddName'
  | 'noPhone'
  | 'noGroup'
  | 'twice'
  | 'known'
  | 'phoneFull'

/** `at`: the line number. `name`, `phone` and `group` are the texts of the file. */
type WorkerLine = { at: number; name: string; phone: string; group: string; cell: CellProblem | null }

/** Returns lines and unread columns, or the problem with the headings ('severalColumns': several for one field). */
export function readWorkerLines(file: CsvFile) {
  const { headings, rows } = file
  const [names, phones, groups] = [
    findColumns(headings, COLUMNS.name),
    findColumns(headings, COLUMNS.phone),
    findColumns(headings, COLUMNS.group),
  ]
  const [[name], [phone], [group]] = [names, phones, groups]
  if (name === undefined) return phone === undefined ? 'noColumns' : 'noName'
  if (phone === undefined) return 'noPhone'
  if ([names, phones, groups].some((places) => places.length > 1)) return 'severalColumns'
  const lines = rows.map((row) => ({
    at: row.line,
    name: (row.cells[name] ?? '').trim(),
    phone: cleanValue(row.cells[phone] ?? ''),
    group: group === undefined ? '' : cleanText(row.cells[group] ?? ''),
    cell: cellProblem(headings, row, [name, phone], groups),
  }))
  return { lines, unread: unreadColumns(file, [name, phone, ...groups]) }
}

/** `worker`: null if the line has a problem. `sharedWith`: a worker with this number, if the name may be shown. */
export type CheckedWorkerLine = WorkerLine & {
  worker: NewWorker | null
  problem: LineProblem | null
  sharedWith: string | null
}

/** `enrolled`: workers with these numbers; name null if of other groups. `defaultGroup`: for lines without a group. */
type Context = {
  groups: readonly Group[]
  enrolled: readonly { phone: string; fullName: string | null }[]
  defaultGroup: Group | null
}

export function checkWorkerLines(
  lines: readonly WorkerLine[],
  { groups, enrolled, defaultGroup }: Context,
): CheckedWorkerLine[] {
  const taken: (Context['enrolled'][number] & { isNew: boolean })[] = enrolled.map((worker) => ({
    ...worker,
    isNew: false,
  }))
  return lines.map((line) => {
    const phone = indianMobile(line.phone)
    const group = line.group === '' ? defaultGroup : groups.find(({ name }) => isSameName(name, line.group))
    const sharing = taken.filter((other) => other.phone === phone)
    const problem = line.cell ? null : problemOf(line, { phone, hasGroup: group !== undefined, sharing })
    if (line.cell || problem !== null || phone === null)
      return { ...line, worker: null, problem, sharedWith: null }
    taken.push({ phone, fullName: line.name, isNew: true })
    const sharedWith = sharing.find(({ fullName }) => fullName !== null)?.fullName ?? null
    const worker = { fullName: line.name, phone, groupId: group?.id ?? null }
    return { ...line, worker, problem: null, sharedWith }
  })
}

type LineFacts = {
  phone: string | null
  hasGroup: boolean
  sharing: readonly { fullName: string | null; isNew: boolean }[]
}

function problemOf({ name }: WorkerLine, { phone, hasGroup, sharing }: LineFacts): LineProblem | null {
  if (isBlank(name)) return 'noName'
  if (name.length > MAX_NAME_LENGTH) return 'longName'
  if (!isStorable(name) || hasBidi(name) || /\p{Cc}/u.test(name)) return 'oddName'
  if (phone === null) return 'noPhone'
  if (!hasGroup) return 'noGroup'
  const same = sharing.find(({ fullName }) => fullName !== null && isSameName(fullName, name))
  if (same) return same.isNew ? 'twice' : 'known'
  return sharing.length >= MAX_PER_PHONE ? 'phoneFull' : null
}

/** Compares like a search: ignoring case and accents. */
export function isSameName(name: string, other: string): boolean {
  return foldText(name) === foldText(other)
}

export function phonesOf(lines: readonly WorkerLine[]): string[] {
  return [...new Set(lines.flatMap(({ phone }) => indianMobile(phone) ?? []))]
}
