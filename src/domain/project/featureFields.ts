import type { FeatureFlags } from './configuration.js';

/** The fields that features add, by feature. They are text fields, unless the project declares another type. */
const FEATURE_FIELDS = { compliance: 'compliance', approvals: 'approval' } as const satisfies Partial<
  Record<keyof FeatureFlags, string>
>;

export function featureFields(features: FeatureFlags): readonly string[] {
  return Object.entries(FEATURE_FIELDS).flatMap(([feature, field]) =>
    features[feature as keyof typeof FEATURE_FIELDS] ? [field] : [],
  );
}

/** Returns the feature that adds a field. */
export function featureOf(field: string): keyof FeatureFlags | undefined {
  const found = Object.entries(FEATURE_FIELDS).find(([, brought]) => brought === field);
  return found?.[0] as keyof typeof FEATURE_FIELDS | undefined;
}
