import playwrightConfig from '../playwright.config.ts'
import { sweep, test } from '../fixtures.ts'
import { expectNothingStandsOut } from './width.ts'

const launch = playwrightConfig.use?.launchOptions ?? {}

// The setting of a browser in which somebody reads at 200 %: everything measured in text doubles, folds included.
test.use({ launchOptions: { ...launch, args: [...(launch.args ?? []), '--blink-settings=defaultFontSize=32'] } })

expectNothingStandsOut([390, 820, 1280], sweep)
