/** What a spec should tell, as its headings. */
export const RECOMMENDED_SECTIONS = ['Problem', 'Solution', 'Success Criteria'] as const;
