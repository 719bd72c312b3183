export { StaffGate } from './admin/staff-gate.tsx'
export { ProofDialog } from './proof-dialog.tsx'
export { SecondStepDialog } from './second-step-dialog.tsx'
export { SecondStepSection } from './second-step-section.tsx'
