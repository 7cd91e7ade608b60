import type { FeatureFlags } from './configuration.js';

/** Fields that a feature brings: texts of the project's own, unless it declares another type. */
const FEATURE_FIELDS = { compliance: 'compliance', approvals: 'approval' } as const satisfies Partial<
  Record<keyof FeatureFlags, string>
>;

export function featureFields(features: FeatureFlags): readonly string[] {
  return Object.entries(FEATURE_FIELDS).flatMap(([feature, field]) =>
    features[feature as keyof typeof FEATURE_FIELDS] ? [field] : [],
  );
}

/** The feature that would bring a field. */
export function featureOf(field: string): keyof FeatureFlags | undefined {
  const found = Object.entries(FEATURE_FIELDS).find(([, brought]) => brought === field);
  return found?.[0] as keyof typeof FEATURE_FIELDS | undefined;
}
