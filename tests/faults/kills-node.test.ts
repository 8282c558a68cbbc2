import { killNode } from '#tests/faults/embedded-program.ts'
import { testKills } from '#tests/faults/kills.ts'

testKills('Node alone', killNode)
