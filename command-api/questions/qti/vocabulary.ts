/** The names that our packages and those of others share (1EdTech, QTI 3.0), and the names of our own. */

export const qtiNamespaces = {
  item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
  manifest: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
  /** Of what a manifest says of an item that QTI has no word for. */
  own: 'https://medicready.example/ns/question/1',
} as const

export const ITEM_TYPE = 'imsqti_item_xmlv3p0'
export const MATCH_CORRECT = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml'
/** The shared class of a match that is shown as a table. */
export const TABULAR = 'qti-match-tabular'

export const RESPONSE = 'RESPONSE'
export const FEEDBACK = 'FEEDBACK'
export const RATIONALE = 'RATIONALE'
export const EXPLANATION = 'EXPLANATION'
export const PEARL = 'PEARL'
/** The part of the stem that tells of a set's patient. */
export const PATIENT_CLASS = 'medicready-patient'

/** Kinds of items that packages hold. */
export const exchangedKinds = ['multiple_choice', 'multiple_response', 'build_list', 'drag_drop', 'options_table'] as const
