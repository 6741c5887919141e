import { expectNothingStandsOut } from './width.ts'

expectNothingStandsOut([320, 390, 820, 1280])
