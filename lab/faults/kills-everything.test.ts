import { testKills } from '#lab/faults/kills.ts'
import { killEverything } from '#tests/faults/embedded-program.ts'

testKills('everything', killEverything)
