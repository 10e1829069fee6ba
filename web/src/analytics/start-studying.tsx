import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** Where figures begin. */
export const StartStudying = () => (
  <LinkButton to={paths.studyMode()} variant="secondary">
    START STUDYING
  </LinkButton>
)
