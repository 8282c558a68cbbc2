import { testKills } from '#lab/faults/kills.ts'
import { killNode } from '#tests/faults/embedded-program.ts'

testKills('Node alone', killNode)
