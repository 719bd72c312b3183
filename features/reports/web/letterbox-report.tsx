import { useSession } from '#features/accounts/web/data/door.ts'
import type { Letterbox } from '#features/letterboxes/contract.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { ReportModal } from './report-modal.tsx'

interface LetterboxReportProps {
  letterbox: Letterbox
  opened: boolean
  onClose: () => void
}

/** The dialog to report a letterbox. A visitor's device solves its captcha while the form is filled in. */
export function LetterboxReport(props: LetterboxReportProps) {
  const { loggedIn } = useSession()
  const needed = useConfig()?.captcha === true && !loggedIn
  const takeCaptcha = useCaptcha(needed && props.opened)
  return <ReportModal {...props} takeCaptcha={takeCaptcha} />
}
