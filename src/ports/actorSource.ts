export interface ActorSource {
  /** Who makes the change: `SPECTOOL_ACTOR`, else the git user, else the user of the system. */
  actor(): string;
}
