export { folded } from '#shared/kernel/folded.ts'
