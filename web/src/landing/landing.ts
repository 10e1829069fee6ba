import '../ui/theme.css'
import { waitForVisitor } from './try-questions.ts'

waitForVisitor()
