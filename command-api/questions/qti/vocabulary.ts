export const qtiNamespaces = {
  item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
  manifest: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
  own: 'https://medicready.example/ns/question/1',
} as const

export const ITEM_TYPE = 'imsqti_item_xmlv3p0'
export const MATCH_CORRECT = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml'
export const TABULAR = 'qti-match-tabular'

export const RESPONSE = 'RESPONSE'
export const FEEDBACK = 'FEEDBACK'
export const RATIONALE = 'RATIONALE'
export const EXPLANATION = 'EXPLANATION'
export const PEARL = 'PEARL'
export const PATIENT_CLASS = 'medicready-patient'

export const exchangedKinds = ['multiple_choice', 'multiple_response', 'build_list', 'drag_drop', 'options_table'] as const
