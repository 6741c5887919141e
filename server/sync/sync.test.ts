import { syncSuite } from '../testing/sync-suite.ts'

syncSuite(async () => ({}))
