import { kindNamesEs } from './kind-names.es.ts'
import { stageKinds } from './model.ts'
import type { StageKind } from './model.ts'

export const kindNamesEn: Readonly<Record<StageKind, string>> = {
  NormalInput: 'Data entry',
  FirstRevision: 'Evaluators’ comments on the data',
  CorrectionInput: 'Corrections after the comments',
  SecondRevision: 'Acceptance or rejection',
  CalculateResults: 'Calculation of results',
  ReplicaInput: 'Appeal',
  ReplicaRevision: 'Evaluation of the appeal',
  ShowResults: 'Final results',
}

/** English of what a stage is called that bears the name of its kind, by that name; what the lab called otherwise is not in it (FM3). */
export const stageNamesEn: ReadonlyMap<string, string> = new Map(stageKinds.map((kind) => [kindNamesEs[kind], kindNamesEn[kind]]))
