import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { useCaptcha } from '../../data/captcha/use-captcha.ts'
import { useConfig } from '../../data/config.ts'
import { useSession } from '../../data/session.ts'
import { ReportModal } from './report-modal.tsx'

interface LetterboxReportProps {
  letterbox: Letterbox
  opened: boolean
  onClose: () => void
}

/** The report of a letterbox; a visitor's device works for it while the form is filled in. */
export function LetterboxReport(props: LetterboxReportProps) {
  const { loggedIn } = useSession()
  const needed = useConfig()?.captcha === true && !loggedIn
  const takeCaptcha = useCaptcha(needed && props.opened)
  return <ReportModal {...props} takeCaptcha={takeCaptcha} />
}
