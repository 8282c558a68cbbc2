import { describe, expect, it } from 'vitest'
import { newWorkerInput, payAnswerInput, rejectionInput } from '#shop/programme/input.ts'
import { checkWorkerLines, readWorkerLines } from '#shop/programme/worker-list.ts'

const GROUP = { id: 'g1', name: 'Shakti', place: 'Dharwad' }

/** Returns the lines of a file with these headings and rows. */
function linesOf([headings = [], ...rows]: string[][]) {
  const file = { headings, rows: rows.map((cells, at) => ({ line: at + 2, cells })), text: '' }
  const result = readWorkerLines(file)
  return typeof result === 'string' ? result : result.lines
}

describe('a file of workers', () => {
  it('needs columns for name and phone', () => {
    const row = ['Lakshmi', '9845012345']
    expect(linesOf([['City', 'Village'], row])).toBe('noColumns')
    expect(linesOf([['Name', 'City'], row])).toBe('noPhone')
    expect(linesOf([['Name', 'Phone', 'Mobile no.'], row])).toBe('severalColumns')
    expect(linesOf([['Name', 'Mobile'], row])).toEqual([
      { at: 2, name: 'Lakshmi', phone: '9845012345', group: '', cell: null },
    ])
  })

  it('may have headings in Hindi or Marathi', () => {
    const line = [{ at: 2, name: 'लक्ष्मी', phone: '9845012345', group: 'शक्ति', cell: null }]
    const row = ['लक्ष्मी', '9845012345', 'शक्ति']
    expect(linesOf([['\uFEFFनाम', 'मोबाइल नंबर', 'समूह'], row])).toEqual(line)
    expect(
      linesOf([['नाम', '\u092B\u093C\u094B\u0928 \u0928\u0902\u092C\u0930', 'समूह का नाम'], row]),
    ).toEqual(line)
    expect(linesOf([['नाम', '\u095E\u094B\u0928', 'समूह'], row])).toEqual(line)
    expect(linesOf([['नाव', 'मोबाईल क्रमांक', 'गट'], row])).toEqual(line)
  })

  const problems = (
    rows: [string, string, string][],
    workers: { phone: string; fullName: string }[] = [],
  ) => {
    const lines = rows.map(([name, phone, group], at) => ({ at: at + 2, name, phone, group, cell: null }))
    return checkWorkerLines(lines, { groups: [GROUP], enrolled: workers, defaultGroup: null }).map(
      ({ problem }) => problem,
    )
  }

  it('is checked line by line', () => {
    const workers = [{ phone: '9845012345', fullName: 'lakshmi  Devi' }]
    expect(
      problems(
        [
          ['', '9845012346', ''],
          ['Lakshmi Devi', '98450-12345', ''],
          ['Meena', '12345', ''],
          ['Meena', '+91 98450 12347', 'Nobody'],
          ['Meena', '+91 98450 12347', 'shakti'],
          ['meena', '9845012347', ''],
          ['x'.repeat(101), '9845012348', ''],
        ],
        workers,
      ),
    ).toEqual(['noName', 'known', 'noPhone', 'noGroup', null, 'twice', 'longName'])
  })

  it('adds no worker from a line with a missing, extra or shortened cell', () => {
    const lines = linesOf([
      ['Name', 'Phone', 'Group'],
      ['Meena'],
      ['Meena', '9.84501E+09'],
      ['Meena', '9845012347', '', 'x'],
      ['Meena', '9845012347'],
    ])
    if (typeof lines === 'string') throw new Error(lines)
    const checked = checkWorkerLines(lines, { groups: [GROUP], enrolled: [], defaultGroup: null })
    expect(checked.map(({ cell, worker }) => [cell?.kind, cell?.at, worker?.fullName])).toEqual([
      ['missing', 1, undefined],
      ['shortened', 1, undefined],
      ['extra', 3, undefined],
      [undefined, undefined, 'Meena'],
    ])
  })

  it('adds workers to the page’s group if a line has none', () => {
    const lines = ['', 'shakti', 'Annapurna'].map((group, at) => ({
      at: at + 2,
      name: `Worker ${at}`,
      phone: '9845012345',
      group,
      cell: null,
    }))
    const checked = checkWorkerLines(lines, { groups: [GROUP], enrolled: [], defaultGroup: GROUP })
    expect(checked.map(({ worker, problem }) => worker?.groupId ?? problem)).toEqual(['g1', 'g1', 'noGroup'])
  })

  it('allows at most four workers per phone number', () => {
    const rows = ['A', 'B', 'C', 'D'].map((name): [string, string, string] => [name, '9845012345', ''])
    const workers = [{ phone: '9845012345', fullName: 'Lakshmi' }]
    expect(problems(rows, workers)).toEqual([null, null, null, 'phoneFull'])
  })

  it('names a worker with the same number whom the coordinator may see, or an earlier line', () => {
    const phone = '9845012345'
    const lines = ['A', 'B'].map((name, at) => ({ at, name, phone, group: '', cell: null }))
    const sharedWith = (fullName: string | null) =>
      checkWorkerLines(lines, { groups: [GROUP], enrolled: [{ phone, fullName }], defaultGroup: GROUP }).map(
        (line) => line.sharedWith,
      )
    expect(sharedWith('Lakshmi')).toEqual(['Lakshmi', 'Lakshmi'])
    expect(sharedWith(null)).toEqual([null, 'A'])
  })
})

it('inputs refuse invisible and reversed names, and remove reversing characters from texts', () => {
  const phone = '9845012345'
  for (const fullName of ['\u200b', '\u200d', '\u3164 ', 'Rad\u202eha'])
    expect(newWorkerInput.safeParse({ fullName, phone }).success, JSON.stringify(fullName)).toBe(false)
  expect(newWorkerInput.safeParse({ fullName: 'ക്\u200dഷമ', phone }).success).toBe(true)
  expect(rejectionInput.parse({ reason: 'too\u202e dark\r\nagain' }).reason).toBe('too dark\nagain')
  expect(rejectionInput.safeParse({ reason: '\u200b' }).success).toBe(false)
  expect(payAnswerInput.safeParse('\u2060').success).toBe(false)
})
