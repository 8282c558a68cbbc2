import { killEverything } from '#tests/faults/embedded-program.ts'
import { testKills } from '#tests/faults/kills.ts'

testKills('everything', killEverything)
