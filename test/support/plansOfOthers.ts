/** Two features of Spec Kit, and three designs of Superpowers with their plans, as these tools write them. */
export const PLANS_OF_OTHERS: Readonly<Record<string, string>> = {
  'specs/001-user-login/spec.md': `# Feature Specification: User login

**Feature Branch**: \`001-user-login\`
**Created**: 2026-01-05
**Status**: Draft

## Problem

A word: nobody can sign in. See [the plan](plan.md).

## Requirements

- **FR-001**: The form is sent over TLS.
`,
  'specs/001-user-login/plan.md': '# Implementation Plan: User login\n\nUse sessions.\n',
  'specs/001-user-login/tasks.md': `# Tasks: User login

## Phase 1: Setup

- [X] T001 Create the form in src/login.ts
- [ ] T002 [P] Test the form in test/login.test.ts

## Phase 2: Safety

- [ ] T003 Send the form over TLS
`,
  'specs/002-export/spec.md':
    '# Feature Specification: Export\n\n**Created**: 2026-01-07\n**Status**: Draft\n\n## Problem\n\nData is locked in.\n',
  'specs/002-export/tasks.md': '# Tasks: Export\n\n- [X] T001 Write the file\n- [X] T002 Test the file\n',
  'docs/superpowers/specs/2026-01-08-proxy-pool-design.md':
    '# Proxy pool: design\n\n**Status:** Approved\n\n## Problem\n\nOne proxy is slow.\n',
  'docs/superpowers/plans/2026-01-08-proxy-pool.md': `# Proxy Pool Implementation Plan

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:executing-plans to implement this plan task-by-task.

**Goal:** Several proxies. **Spec:** docs/superpowers/specs/2026-01-08-proxy-pool-design.md

### Task 1: The pool

**Files:** Create: \`src/pool.ts\`

- [x] **Step 1: Write the failing test**
- [ ] **Step 2: Make it pass**
`,
  'docs/superpowers/specs/2026-01-10-shell-completion-design.md':
    '# Shell completion: design\n\n## Problem\n\nTyping is slow.\n',
  'docs/superpowers/plans/2026-01-10-shell-completion.md':
    '# Shell Completion Implementation Plan\n\n### Task 1: bash\n\n- [x] **Step 1: Test**\n- [x] **Step 2: Write**\n',
  'docs/superpowers/specs/2026-01-12-cache-design.md': '# Cache: design\n\nA word on caches.\n',
};
